/* FMI 2.0, model exchange and co-simulation, around one function without memory.
 *
 * The numbers of an instance are the function's inputs (states among them) and its outputs. Value references count the
 * inputs first, then the outputs. Co-simulation marches by Runge and Kutta's method of order 4 with steps of at most
 * MODEL_STEP seconds. MODEL_* come from the file that includes this one.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#if defined _WIN32
#define EXPORT __declspec(dllexport)
#elif defined __GNUC__
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;
typedef void (*fmi2Logger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
typedef struct {
    fmi2Logger logger;
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged, nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

typedef struct {
    double in[MODEL_INPUTS], out[MODEL_OUTPUTS], time;
    int fresh; /* whether `out` belongs to `in` */
    fmi2Status last;
} Numbers;

typedef struct {
    Numbers now;
    fmi2CallbackFunctions call;
} Instance;

static const double start[MODEL_INPUTS] = MODEL_START;
static const int state[MODEL_STATES + 1] = MODEL_STATE; /* places of the states among the inputs, then a 0 */
static const int rate[MODEL_STATES + 1] = MODEL_RATE;   /* and of their rates among the outputs */

static fmi2Status evaluate(Instance *m)
{
    static const char *const said[] = {MODEL_SAID};
    int status;
    if (m->now.fresh) return m->now.last;
    status = MODEL_CALL(m->now.in, m->now.out);
    m->now.last = status == 0 ? fmi2OK : status == 2 ? fmi2Warning : fmi2Error;
    m->now.fresh = 1;
    if (status && m->call.logger) {
        m->call.logger(m->call.componentEnvironment, "model", m->now.last, "status", "%s", said[status]);
    }
    return m->now.last;
}

EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }
EXPORT const char *fmi2GetVersion(void) { return "2.0"; }

EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String names[])
{
    (void)c; (void)on; (void)n; (void)names;
    return fmi2OK;
}

EXPORT fmi2Status fmi2Reset(fmi2Component c)
{
    Instance *m = c;
    memset(&m->now, 0, sizeof m->now);
    memcpy(m->now.in, start, sizeof start);
    return fmi2OK;
}

EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String place,
                                     const fmi2CallbackFunctions *call, fmi2Boolean visible, fmi2Boolean logging)
{
    Instance *m;
    (void)name; (void)type; (void)place; (void)visible; (void)logging;
    if (!call || !call->allocateMemory || !guid || strcmp(guid, MODEL_GUID) != 0) return NULL;
    m = call->allocateMemory(1, sizeof *m);
    if (!m) return NULL;
    m->call = *call;
    fmi2Reset(m);
    return m;
}

EXPORT void fmi2FreeInstance(fmi2Component c)
{
    Instance *m = c;
    if (m && m->call.freeMemory) m->call.freeMemory(m);
}

EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean given, fmi2Real tolerance, fmi2Real begin,
                                      fmi2Boolean bounded, fmi2Real end)
{
    (void)given; (void)tolerance; (void)bounded; (void)end;
    ((Instance *)c)->now.time = begin;
    return fmi2OK;
}

EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c) { (void)c; return fmi2OK; }
EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c) { (void)c; return fmi2OK; }
EXPORT fmi2Status fmi2Terminate(fmi2Component c) { (void)c; return fmi2OK; }

EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[])
{
    Instance *m = c;
    fmi2Status status = fmi2OK;
    size_t k;
    for (k = 0; k < n; k++) {
        if (vr[k] < MODEL_INPUTS) {
            value[k] = m->now.in[vr[k]];
        } else if (vr[k] < MODEL_INPUTS + MODEL_OUTPUTS) {
            status = evaluate(m);
            value[k] = m->now.out[vr[k] - MODEL_INPUTS];
        } else {
            return fmi2Error;
        }
    }
    return status;
}

EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Real value[])
{
    Instance *m = c;
    size_t k;
    for (k = 0; k < n; k++) {
        if (vr[k] >= MODEL_INPUTS) return fmi2Error;
        m->now.in[vr[k]] = value[k];
        m->now.fresh = 0;
    }
    return fmi2OK;
}

#define NONE(what, type) \
    EXPORT fmi2Status fmi2Get##what(fmi2Component c, const fmi2ValueReference vr[], size_t n, type value[]) \
    { (void)c; (void)vr; (void)value; return n ? fmi2Error : fmi2OK; } \
    EXPORT fmi2Status fmi2Set##what(fmi2Component c, const fmi2ValueReference vr[], size_t n, const type value[]) \
    { (void)c; (void)vr; (void)value; return n ? fmi2Error : fmi2OK; }
NONE(Integer, fmi2Integer)
NONE(Boolean, fmi2Boolean)
NONE(String, fmi2String)

EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *kept)
{
    Instance *m = c;
    if (!*kept) *kept = m->call.allocateMemory(1, sizeof(Numbers));
    if (!*kept) return fmi2Error;
    memcpy(*kept, &m->now, sizeof(Numbers));
    return fmi2OK;
}

EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate kept)
{
    memcpy(&((Instance *)c)->now, kept, sizeof(Numbers));
    return fmi2OK;
}

EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *kept)
{
    if (*kept) ((Instance *)c)->call.freeMemory(*kept);
    *kept = NULL;
    return fmi2OK;
}

EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate kept, size_t *size)
{
    (void)c; (void)kept;
    *size = sizeof(Numbers);
    return fmi2OK;
}

EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate kept, fmi2Byte bytes[], size_t size)
{
    (void)c;
    if (size < sizeof(Numbers)) return fmi2Error;
    memcpy(bytes, kept, sizeof(Numbers));
    return fmi2OK;
}

EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *kept)
{
    Instance *m = c;
    if (size < sizeof(Numbers)) return fmi2Error;
    if (!*kept) *kept = m->call.allocateMemory(1, sizeof(Numbers));
    if (!*kept) return fmi2Error;
    memcpy(*kept, bytes, sizeof(Numbers));
    return fmi2OK;
}

EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t n,
                                               const fmi2ValueReference known[], size_t m, const fmi2Real given[],
                                               fmi2Real wanted[])
{
    (void)c; (void)unknown; (void)n; (void)known; (void)m; (void)given; (void)wanted;
    return fmi2Error;
}

/* model exchange */

EXPORT fmi2Status fmi2EnterEventMode(fmi2Component c) { (void)c; return fmi2OK; }
EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) { (void)c; return fmi2OK; }

EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    (void)c;
    memset(info, 0, sizeof *info);
    return fmi2OK;
}

EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean kept, fmi2Boolean *event, fmi2Boolean *stop)
{
    (void)c; (void)kept;
    *event = *stop = 0;
    return fmi2OK;
}

EXPORT fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
    ((Instance *)c)->now.time = time;
    return fmi2OK;
}

EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
    Instance *m = c;
    size_t k;
    if (n != MODEL_STATES) return fmi2Error;
    for (k = 0; k < n; k++) m->now.in[state[k]] = x[k];
    m->now.fresh = 0;
    return fmi2OK;
}

EXPORT fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
    size_t k;
    if (n != MODEL_STATES) return fmi2Error;
    for (k = 0; k < n; k++) x[k] = ((Instance *)c)->now.in[state[k]];
    return fmi2OK;
}

EXPORT fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real dx[], size_t n)
{
    Instance *m = c;
    fmi2Status status = evaluate(m);
    size_t k;
    if (n != MODEL_STATES) return fmi2Error;
    for (k = 0; k < n; k++) dx[k] = m->now.out[rate[k]];
    return status;
}

EXPORT fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real z[], size_t n)
{
    (void)c; (void)z;
    return n ? fmi2Error : fmi2OK;
}

EXPORT fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
    size_t k;
    (void)c;
    for (k = 0; k < n; k++) x[k] = 1;
    return fmi2OK;
}

/* co-simulation */

EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real step, fmi2Boolean final)
{
    static const double a[4] = {0, 0.5, 0.5, 1}, b[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    Instance *m = c;
    double x[MODEL_STATES + 1], dx[MODEL_STATES + 1], sum[MODEL_STATES + 1], h;
    fmi2Status worst = fmi2OK;
    long count, i;
    int k, stage;
    (void)final;
    if (!(step >= 0) || step > 1e9 * MODEL_STEP) return fmi2Error;
    count = MODEL_STATES && step > 0 ? (long)ceil(step / MODEL_STEP - 1e-9) : 0;
    count = count < 1 && step > 0 && MODEL_STATES ? 1 : count;
    h = count ? step / (double)count : 0;
    for (i = 0; i < count; i++) {
        fmi2GetContinuousStates(m, x, MODEL_STATES);
        memcpy(sum, x, sizeof x);
        memset(dx, 0, sizeof dx);
        for (stage = 0; stage < 4; stage++) {
            fmi2Status status;
            for (k = 0; k < MODEL_STATES; k++) m->now.in[state[k]] = x[k] + a[stage] * h * dx[k];
            m->now.fresh = 0;
            status = fmi2GetDerivatives(m, dx, MODEL_STATES);
            worst = status > worst ? status : worst;
            if (status >= fmi2Error) {
                fmi2SetContinuousStates(m, x, MODEL_STATES);
                return status;
            }
            for (k = 0; k < MODEL_STATES; k++) sum[k] += b[stage] * h * dx[k];
        }
        fmi2SetContinuousStates(m, sum, MODEL_STATES);
    }
    m->now.time = time + step;
    return worst;
}

EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                              const fmi2Integer order[], const fmi2Real value[])
{
    (void)c; (void)vr; (void)n; (void)order; (void)value;
    return fmi2Error;
}

EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                               const fmi2Integer order[], fmi2Real value[])
{
    (void)c; (void)vr; (void)n; (void)order; (void)value;
    return fmi2Error;
}

EXPORT fmi2Status fmi2CancelStep(fmi2Component c) { (void)c; return fmi2Error; }

#define TOLD(what, type) \
    EXPORT fmi2Status fmi2Get##what##Status(fmi2Component c, const fmi2StatusKind kind, type *value) \
    { (void)c; (void)kind; (void)value; return fmi2Discard; }
EXPORT fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
    (void)c; (void)kind; (void)value;
    return fmi2Discard;
}
TOLD(Real, fmi2Real)
TOLD(Integer, fmi2Integer)
TOLD(Boolean, fmi2Boolean)
TOLD(String, fmi2String)
